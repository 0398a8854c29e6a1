const NAVIGATION = /<(header|nav)\b[\s\S]*?<\/\1>/g
/** What each choice is about stands before it. */
const CHOICES = /<p class="filter">[\s\S]*?<\/p>/g
const NEXT_PAGE = /<p><a rel="next"[\s\S]*?<\/p>/g
/** Not those within the page. */
const LINKS = /<a\b[^>]*\bhref="(?!#)[^"]*"[^>]*>([\s\S]*?)<\/a>/g

/** A page without what leads to the service, which is not there; where a list goes on, to the file that has all of it. */
export function pageFromDisk(html: string, whole_file: string): string {
  return html
    .replace(NAVIGATION, '')
    .replace(CHOICES, '')
    .replace(NEXT_PAGE, `<p><a href="${whole_file}">${whole_file}</a></p>`)
    .replace(LINKS, (link, text: string) => (link.includes(`href="${whole_file}"`) ? link : text))
}
