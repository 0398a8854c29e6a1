/** HTML whose names of the interface stand in code. */
export function withCode(html: string): string {
  return html.replaceAll(/(?<![\w/.])[a-z]+(?:[_.][a-z]+)*_[a-z_]+(?:\.[a-z_]+)*/g, '<code>$&</code>')
}
