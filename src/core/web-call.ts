/** `WebFetch`, `web_search`, `google_web_search`, `FetchURL`, `mcp__docs__search_pages` */
const WEB =
  /^(?:(?:google_)?web_?(?:fetch|search)|fetch(?:_?url)?|mcp__(?!checkpoint__).*(?:search|fetch|docs|scrape|crawl).*)$/i;

/** Whether a tool brings what stands outside the machine: nothing but its answer tells of it afterwards. */
export function asksTheWeb(tool: string): boolean {
  return WEB.test(tool);
}
