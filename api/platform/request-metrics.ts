import { Gauge, type Registry } from 'prom-client'
import { openConnections } from '../../shared/http/open-connections.ts'
import type { ApiDeps } from '../http/api-deps.ts'

export type HeldByRequests = Pick<ApiDeps, 'uploads' | 'bodies' | 'answers' | 'shares'>

/** What requests under way hold in this process. All of it is 0 when there are none, but for idle connections. */
export function addRequestsUnderWay({ uploads, bodies, answers, shares }: HeldByRequests, register: Registry): void {
  addUploads(uploads, register)
  const figures: Readonly<Record<string, readonly [help: string, read: () => number]>> = {
    hauptbuch_uploads_disk_bytes: [
      'Disk space that the uploads of this process take',
      () => uploads.counts().disk_bytes,
    ],
    hauptbuch_bodies: ['JSON bodies under way in this process', () => bodies.counts().under_way],
    hauptbuch_bodies_bytes: ['Memory that the JSON bodies of this process take', () => bodies.counts().bytes],
    hauptbuch_answers: ['Answers that clients of this process still read', () => answers.counts().under_way],
    hauptbuch_answers_bytes: [
      'Memory that answers take which clients of this process have not read',
      () => answers.counts().bytes,
    ],
    hauptbuch_expensive_requests: [
      'Expensive requests under way in this process, with those that wait for their turn',
      () => shares.counts().expensive,
    ],
    hauptbuch_http_connections: ['Connections of clients to this process, idle ones too', openConnections],
  }
  for (const [name, [help, read]] of Object.entries(figures))
    new Gauge({
      ...{ name, help, registers: [register] },
      collect() {
        this.set(read())
      },
    })
}

/** An upload is received, then waits for its turn, then is read and stored. */
function addUploads(uploads: ApiDeps['uploads'], register: Registry): void {
  new Gauge({
    name: 'hauptbuch_uploads',
    help: 'Uploads under way in this process, by state: receiving, waiting, reading',
    labelNames: ['state'],
    registers: [register],
    collect() {
      const { under_way, waiting, reading } = uploads.counts()
      this.set({ state: 'receiving' }, under_way - waiting - reading)
      this.set({ state: 'waiting' }, waiting)
      this.set({ state: 'reading' }, reading)
    },
  })
}
