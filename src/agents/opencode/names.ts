/** Agents that are made of OpenCode load the same plugin and have sessions of the same form. */
export type OpenCodeName = 'opencode' | 'kilo';
