const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** For text and for attributes in double quotes; an apostrophe separates thousands and may stay. */
export function escapeHtml(text: unknown): string {
  return String(text).replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')
}
