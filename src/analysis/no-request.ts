import { asImperative } from './imperative.ts';

/** What a person tells the client, and not the agent. */
const TO_THE_CLIENT =
  /^\/(?:add-dir|agents|clear|color|compact|config|context|cost|doctor|effort|exit|export|fast|help|hooks|login|logout|mcp|memory|model|permissions|plugin|quit|reload-plugins|rename|resume|rewind|status|statusline|theme|usage|vim)(?=\s|$)/;

export function isToTheClient(prompt: string): boolean {
  return TO_THE_CLIENT.test(prompt.trimStart());
}

/** `[Image #2] etc`: nothing is said beside the pictures. */
export function isOnlyPictures(prompt: string, words: string): boolean {
  return (
    /\[(?:image|document)\b[^\]]{0,80}\]/i.test(prompt) &&
    words.split(/\s+/).length < MIN_BESIDE_PICTURES &&
    !/[?？]|\b(?:still|not|no|wrong|missing|broken|again)\b|n['’]t\b/i.test(words) &&
    asImperative(words) === ''
  );
}

const MIN_BESIDE_PICTURES = 4;
