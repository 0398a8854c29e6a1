import type { Deps } from '../../deps/deps.ts'
import { findJobs, type JobDetails, type JobFilter, listJobs } from '../../store/platform/queued-jobs.ts'
import { type PrintOptions, printTable } from '../print-table.ts'

export async function showJobs({ pool }: Deps, options: JobFilter & PrintOptions & { limit: number }): Promise<void> {
  const jobs = await listJobs(pool, options, options.limit)
  printTable(jobs, options)
  if (jobs.length === options.limit && !options.json && !options.output)
    console.log(`These are the newest ${jobs.length}; --limit shows more.`)
}

/** Shows a job with its data and output, and its dead letter where it has one. */
export async function showJob({ pool }: Deps, id: string, { json }: PrintOptions): Promise<void> {
  const jobs = await findJobs(pool, id)
  if (jobs.length === 0) throw new Error(`There is no job ${id}.`)
  console.log(json ? JSON.stringify(jobs, null, 2) : jobs.map(paragraph).join('\n\n'))
}

function paragraph(job: JobDetails): string {
  return Object.entries(job)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name.padEnd(16)} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join('\n')
}
