import { spawn } from 'node:child_process'

export type CliResult = { code: number | null; stdout: string; stderr: string }

const TIMEOUT_MS = 120_000

/** Runs a command of the project as its user would, and collects its output. One that does not end is interrupted. */
export function runCli(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<CliResult> {
  const child = spawn(process.execPath, [file, ...args], { env: { ...process.env, ...env }, timeout: TIMEOUT_MS })
  const result: CliResult = { code: null, stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    result.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    result.stderr += chunk
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...result, code })))
}

/** The operator's commands on a database, which is asked for at each call. */
export function commandsOn(database_url: () => string) {
  const run =
    (file: string) =>
    (...args: string[]) =>
      runCli(file, args, { DATABASE_URL: database_url() })
  const ops = run('shared/cli/ops.ts')
  return {
    keys: run('shared/cli/keys.ts'),
    ops,
    opsJson: async (...args: string[]) => JSON.parse((await ops(...args, '--json')).stdout),
  }
}
