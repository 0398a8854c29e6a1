import { execFileSync } from 'node:child_process'
import { mkdirSync, statfsSync } from 'node:fs'
import { findPostgresUser } from '../../../../shared/embedded/os-user.ts'

/** A small disk in memory, which can be filled and emptied in a moment. */
export type SmallDisk = {
  readonly folder: string
  /** Nothing more fits in. */
  fill(): void
  /** There is room again. */
  empty(): void
  remove(): void
}

const ROOM = '3g'

/** @returns why there cannot be one, where this user or this platform may not mount anything */
export function mountSmallDisk(folder: string): SmallDisk | string {
  if (process.platform !== 'linux') return `${process.platform} has no tmpfs`
  try {
    const { uid = process.getuid?.() ?? 0, gid = process.getgid?.() ?? 0 } = findPostgresUser()
    mkdirSync(folder, { recursive: true })
    const options = `size=${ROOM},mode=700,uid=${uid},gid=${gid}`
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'hauptbuch-torture', folder], { stdio: 'pipe' })
  } catch {
    return 'this user may not mount a disk'
  }
  const resize = (size: string) => execFileSync('mount', ['-o', `remount,size=${size}`, folder], { stdio: 'pipe' })
  return {
    folder,
    fill() {
      const { blocks, bfree, bsize } = statfsSync(folder)
      // Pages written between the two lines would not fit any more, so a little is left over.
      for (const spare of [0, 1, 4, 16]) {
        try {
          resize(String((blocks - bfree) * bsize + spare * 1_048_576))
          return
        } catch {}
      }
    },
    empty: () => void resize(ROOM),
    // Lazily: a process that is about to end may still stand in it.
    remove: () => void execFileSync('umount', ['-l', folder], { stdio: 'pipe' }),
  }
}
