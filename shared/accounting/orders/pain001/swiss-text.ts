/** Letters that a Swiss bank takes: Latin with accents, no controls, no soft hyphen. */
const OTHER_LETTERS = /[^\x20-\x7e\u00a0-\u00ac\u00ae-\u017f\u0218-\u021b\u20ac]/gu

/** Text as the bank takes it; each other letter is a full stop, and what has no room is cut. */
export function swissText(text: string, length: number): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').replace(OTHER_LETTERS, '.').trim().slice(0, length).trim()
}
