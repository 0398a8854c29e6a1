import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'

export type Openssl = NonNullable<ReturnType<typeof openOpenssl>>

/** The program in a folder of its own; null, and a line that says so, where it is not on this machine. */
export function openOpenssl() {
  if (spawnSync('openssl', ['version']).status !== 0) {
    console.log('    openssl is not on this machine: its agreement is not tested.')
    return null
  }
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-openssl-'))
  const at = (name: string) => join(folder, name)
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' })
    return { status, said: `${stdout}${stderr}` }
  }
  return {
    at,
    run,
    /** Has to succeed. */
    make(...args: string[]): void {
      const { status, said } = run(...args)
      expect(status, said).to.equal(0)
    },
    read: (name: string) => readFileSync(at(name)),
    write: (name: string, content: string | Buffer) => writeFileSync(at(name), content),
    remove: () => rmSync(folder, { recursive: true }),
  }
}
