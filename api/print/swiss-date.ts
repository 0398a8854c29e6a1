/** 2026-12-31 is 31.12.2026. */
export function swissDate(date: string): string {
  return date.split('-').reverse().join('.')
}
