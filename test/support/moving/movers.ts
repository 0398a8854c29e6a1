import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type MoveOptions, moveEndCustomer } from '../../../shared/moving/move-end-customer.ts'
import { bossFor } from '../../../shared/queue/boss.ts'
import { AT_POINT, type MoverOrder } from './order.ts'

type Base = Pick<MoverOrder, 'home_urls' | 'env' | 'times'>

/** Moves end customers between databases: here, or in a process that something happens to. */
export function moversOf<Name extends string>(urls: Readonly<Record<Name, string>>, base: Base) {
  async function openBoss(name: string) {
    const boss = bossFor(urls[name as Name])
    await boss.start()
    return { boss, close: () => boss.stop({ graceful: false }) }
  }
  return {
    options: { ...base, openBoss },
    move: (end_customer_id: string, to_name: Name | null, options: Partial<MoveOptions> = {}) =>
      moveEndCustomer({ end_customer_id, to_name }, { ...base, openBoss, ...options }),
    /**
     * Moves in a process that dies at a point, or waits there.
     *
     * @param opened is awaited before anything is deleted
     * @param blow what happens while it waits
     */
    async cutMove(
      order: Omit<MoverOrder, keyof Base | 'urls'>,
      opened: () => Promise<void>,
      blow: (mover: ChildProcess) => Promise<void> = async () => {},
    ) {
      const file = join(import.meta.dirname, 'mover.ts')
      const argument = JSON.stringify({ ...base, urls, ...order } satisfies MoverOrder)
      const child = spawn(process.execPath, [file, argument], { stdio: ['pipe', 'pipe', 'pipe'] })
      let complaints = ''
      child.stderr.on('data', (text) => {
        complaints += text
      })
      child.stdin.on('error', () => {}) // it has ended meanwhile
      const failed: unknown[] = []
      const goOn = async (waited: Promise<void>) => {
        await waited.catch((error) => {
          failed.push(error)
          child.kill('SIGKILL')
        })
        child.stdin.write('go\n')
      }
      createInterface(child.stdout).on('line', (line) => {
        if (line === AT_POINT) goOn(blow(child))
        if (line === 'opened') goOn(opened())
      })
      const [code, signal] = await once(child, 'exit')
      if (failed.length > 0) throw failed[0]
      return { code: code as number | null, signal: signal as string | null, complaints }
    },
  }
}
