export type { TreeChange } from '../git/engine.ts';
