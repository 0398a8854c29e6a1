/** Reads CSV as Python's module csv does, with any separator: quotation marks count at the beginning of a cell only. */
export function readCsv(text: string, separator: string): string[][] {
  const lines: string[][] = []
  let line: string[] = []
  let at = 0
  const quoted = () => {
    let cell = ''
    for (at += 1; at < text.length; at += 1) {
      if (text[at] !== '"') cell += text[at]
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else break
    }
    at += 1
    return cell
  }
  while (at < text.length) {
    let cell = text[at] === '"' ? quoted() : ''
    while (at < text.length && text[at] !== separator && text[at] !== '\r' && text[at] !== '\n') {
      cell += text[at]
      at += 1
    }
    line.push(cell)
    const isEnd = text[at] !== separator
    at += text.startsWith('\r\n', at) ? 2 : 1
    if (!isEnd) continue
    lines.push(line)
    line = []
  }
  return lines
}
