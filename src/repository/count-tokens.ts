export { countTokens } from '../resume/count-tokens.ts';
