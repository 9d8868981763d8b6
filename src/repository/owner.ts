export { isAbandonedLock, isSameProcess, type Owner, ownerOf, thisProcess } from '../git/owner.ts';
