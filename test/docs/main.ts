import { Command } from 'commander'

/** `npm run docs -- [--check]` */
const { check } = new Command('npm run docs --')
  .description(
    'Writes the tables that repeat the code (settings, blockers, errors, metrics, …) into the pages of docs.',
  )
  .option('--check', 'write nothing; exit code 1 when a table differs from the code')
  .allowExcessArguments(false)
  .parse()
  .opts<{ check?: true }>()

// `--help` and mistakes need no page.
const { outdatedPages, writePages } = await import('./pages.ts')

try {
  const changes = await outdatedPages()
  if (!check) writePages(changes)
  for (const { path, sections } of changes)
    console.log(`${path}: ${sections.join(', ')} ${check ? 'differs from the code' : 'written'}`)
  if (changes.length === 0) console.log('every table is as the code has it')
  if (check && changes.length > 0) console.log('Run npm run docs.')
  process.exit(check && changes.length > 0 ? 1 : 0)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
