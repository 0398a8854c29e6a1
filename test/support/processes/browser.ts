import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The browser of this machine, where there is one. */
export const chromium = ['chromium', 'chromium-browser', 'google-chrome'].find(
  (name) => !spawnSync(name, ['--version']).error,
)

/** Loads a page with every other host unreachable. @returns what it has become, and what it said */
export async function browse(program: string, url: string): Promise<{ dom: string; log: string }> {
  const profile = mkdtempSync(join(tmpdir(), 'hauptbuch-browser-'))
  const child = spawn(program, [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    `--user-data-dir=${profile}`,
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    '--enable-logging=stderr',
    '--virtual-time-budget=15000',
    '--dump-dom',
    url,
  ])
  const output = { dom: '', log: '' }
  child.stdout.setEncoding('utf8').on('data', (piece) => {
    output.dom += piece
  })
  child.stderr.setEncoding('utf8').on('data', (piece) => {
    output.log += piece
  })
  await new Promise((resolve) => child.once('close', resolve))
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  // What the page itself said; the browser also talks about its own surroundings.
  return {
    dom: output.dom,
    log: output.log
      .split('\n')
      .filter((line) => line.includes('CONSOLE'))
      .join('\n'),
  }
}
