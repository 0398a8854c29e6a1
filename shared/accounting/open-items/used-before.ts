/**
 * That an item was used on a day before the one that opened it; null where it was not. It is told, not refused: money often
 * comes before the document that it pays.
 */
export function usedBeforeInWords(opened_on: string | null, day: string): string | null {
  if (opened_on === null || day >= opened_on) return null
  return `The open item was opened on ${opened_on}: lists of open items of the days from ${day} until then show the amount with the other sign.`
}
