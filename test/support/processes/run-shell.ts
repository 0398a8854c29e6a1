import { spawn } from 'node:child_process'

/** @returns what the command has written to stdout */
export function runShell(command: string): Promise<string> {
  const child = spawn('/bin/sh', ['-c', command])
  let out = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  return new Promise((resolve) => child.once('close', () => resolve(out)))
}
