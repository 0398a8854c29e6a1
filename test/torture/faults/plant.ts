import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { CodeFault } from './in-code/code-fault.ts'

export const PROJECT = resolve(import.meta.dirname, '../../..')

/** Folders without sources, or too large to be copied. */
const LEFT_OUT = new Set(['node_modules', 'data', '.git'])

/** A copy of the working tree that faults are planted in; the modules are those of the project. */
export function copyProject(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-faults-'))
  for (const name of readdirSync(PROJECT)) {
    if (!LEFT_OUT.has(name)) cpSync(join(PROJECT, name), join(folder, name), { recursive: true })
  }
  symlinkSync(realpathSync(join(PROJECT, 'node_modules')), join(folder, 'node_modules'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Runs something while the fault is in the copy. */
export async function withFault<T>(folder: string, fault: CodeFault, work: () => Promise<T>): Promise<T> {
  const path = join(folder, fault.file)
  const right = readFileSync(path, 'utf8')
  writeFileSync(path, spoil(right, fault))
  try {
    return await work()
  } finally {
    writeFileSync(path, right)
  }
}

/** @throws Error where the list does not fit the code any more */
export function spoil(text: string, { name, file, find, replace }: CodeFault): string {
  const count = text.split(find).length - 1
  if (count !== 1) throw new Error(`"${name}" is out of date: ${file} has its text ${count} times: ${find}`)
  return text.replace(find, () => replace)
}
