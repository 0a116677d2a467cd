import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleCommand } from './support/command.js'

// Kills a server under load at random moments, and looks for everything it has acknowledged. `KILLS=200` for more rounds.
const ROUNDS = Number(process.env['KILLS'] ?? 4)
const CLIENTS = 4

/** A generator of numbers from 0 to 1 (mulberry32). */
function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

let command: Awaited<ReturnType<typeof bundleCommand>>
beforeAll(async () => void (command = await bundleCommand()))
afterAll(() => command.remove())

/** Starts the command with a state file, and resolves with its URL. */
async function started(file: string) {
  const child = spawn(
    process.execPath,
    [command.path, '--port', '0', '--state', file, '--nodes', '1', '--controllers', 'default'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const errors: string[] = []
  createInterface(child.stderr).on('line', (line) => errors.push(line))
  const ended = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const found = / listens on (\S+)$/.exec(line)
      if (found?.[1] !== undefined) resolve(found[1])
    })
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${errors.join('\n')}`)))
  })
  return { url, kill: () => child.kill('SIGKILL'), ended }
}

type Acknowledged = Map<string, string>

/** Creates, updates and deletes ConfigMaps until the server is gone; notes what it was told. */
async function load(url: string, client: string, known: Acknowledged, chance: () => number): Promise<void> {
  const path = `${url}/api/v1/namespaces/default/configmaps`
  const send = (method: string, to: string, body?: unknown) =>
    fetch(to, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  for (let i = 0; ; i++) {
    const name = `${client}-${Math.floor(chance() * 40)}`
    const value = `${client} ${i} ${'x'.repeat(Math.floor(chance() * 2000))}`
    const isThere = known.has(name)
    const isRemoved = isThere && chance() < 0.3
    // Until the answer, either may be there.
    const before = known.get(name)
    known.delete(name)
    try {
      const object = { metadata: { name }, data: { value } }
      const reply = isRemoved
        ? await send('DELETE', `${path}/${name}`)
        : isThere
          ? await send('PUT', `${path}/${name}`, object)
          : await send('POST', path, object)
      await reply.text()
      expect([reply.status, name, before !== undefined]).toEqual([isThere || isRemoved ? 200 : 201, name, isThere])
      if (!isRemoved) known.set(name, value)
    } catch (error) {
      if (error instanceof TypeError) {
        known.set(`? ${name}`, '')
        return
      }
      throw error
    }
  }
}

test(
  `nothing acknowledged is lost by ${ROUNDS} kills at random moments`,
  async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'fakecluster-killed-')), 'state')
    const chance = chances(Number(process.env['SEED'] ?? 7))
    const clients = Array.from({ length: CLIENTS }, (_, i) => ({
      name: `client-${i}`,
      known: new Map<string, string>(),
    }))
    let revision = 0
    for (let round = 0; round <= ROUNDS; round++) {
      const server = await started(file)
      const reply = await fetch(`${server.url}/api/v1/namespaces/default/configmaps`)
      const list = (await reply.json()) as {
        metadata: { resourceVersion: string }
        items: { metadata: { name: string }; data?: { value: string } }[]
      }
      const there = new Map(list.items.map(({ metadata, data }) => [metadata.name, data?.value]))
      expect(Number(list.metadata.resourceVersion)).toBeGreaterThanOrEqual(revision)
      revision = Number(list.metadata.resourceVersion)
      for (const { name: client, known } of clients) {
        const unsure = [...known.keys()].filter((name) => name.startsWith('? ')).map((name) => name.slice(2))
        const own = [...there].filter(([name]) => name.startsWith(`${client}-`) && !unsure.includes(name))
        for (const name of unsure) known.delete(`? ${name}`)
        expect(new Map(own)).toEqual(known)
        for (const name of unsure) {
          const value = there.get(name)
          if (value !== undefined) known.set(name, value)
        }
      }
      const loads = clients.map(({ name, known }) => load(server.url, name, known, chance))
      await wait(50 + chance() * 400)
      server.kill()
      await Promise.all([...loads, server.ended])
    }
  },
  60_000 + ROUNDS * 20_000,
)
