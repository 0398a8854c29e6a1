/**
 * mocha sends the outcomes of tests to the process that prints them as JSON, which knows no bigint. Without this a failed
 * assertion about an amount would lose the outcomes of its whole file.
 */
export function sendAmountsAsText(): void {
  if (!process.send) return
  const send = process.send.bind(process) as (message: unknown) => boolean
  process.send = (message: unknown) => send(JSON.parse(JSON.stringify(message, amountAsText)))
}

function amountAsText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value
}
