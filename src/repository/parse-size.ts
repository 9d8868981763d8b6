export { parseSizeFlag } from '../config/parse-value.ts';
