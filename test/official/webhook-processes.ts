import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Controller, defineController } from '../../src/index.js'
import { webhooksProgram } from './programs.js'

/** The Services that the specs reach their webhooks by, by what their pods run. */
const SERVICES: { readonly [command: string]: string } = {
  webhook: 'e2e-test-webhook',
  'crd-conversion-webhook': 'e2e-test-crd-conversion-webhook',
}

/** Specs deploy their webhooks one after another; each has a port of its own. */
const MOST = 40

type Deployment = { readonly spec: { readonly template: { readonly spec: PodSpec } } }
type PodSpec = {
  readonly containers: readonly { readonly args?: readonly string[] }[]
  readonly volumes?: readonly { readonly secret?: { readonly secretName: string } }[]
}

/** Runs the webhooks that specs deploy: a process in place of each Deployment's pod, with the files of its Secret. */
export async function createWebhookProcesses(home: string) {
  const program = await webhooksProgram()
  const ports = await freePorts(MOST)
  const running = new Map<string, ChildProcess>()
  const services: Record<string, string> = {}

  /** Starts a webhook, and again with another port where it ends by itself, as a connection may have taken its port. */
  function start(key: string, service: string, args: readonly string[]): void {
    const port = ports.pop()
    if (port === undefined) throw new Error(`specs deploy more than ${MOST} webhooks, or they end at once`)
    const child = spawn(program, [...args, `--port=${port}`], { stdio: 'ignore' })
    running.set(key, child)
    services[service] = `https://127.0.0.1:${port}`
    child.on('exit', (_code, signal) => {
      if (signal === null && running.get(key) === child) start(key, service, args)
    })
  }

  function writeFiles(key: string, files: Readonly<Record<string, string>>): string {
    const folder = join(home, 'webhooks', key)
    mkdirSync(folder, { recursive: true })
    for (const [name, base64] of Object.entries(files)) writeFileSync(join(folder, name), Buffer.from(base64, 'base64'))
    return folder
  }

  const controller: Controller = defineController({
    name: 'webhook-processes',
    watches: { Deployment: 'own' },
    reconcile({ namespace, name }, world) {
      const key = `${namespace}/${name}`
      const deployment = world.get('Deployment', { namespace, name }) as Deployment | undefined
      const { containers = [], volumes = [] } = deployment?.spec.template.spec ?? {}
      const [command = ''] = containers[0]?.args ?? []
      const service = SERVICES[command]
      if (!deployment) running.get(key)?.kill()
      if (service === undefined || running.has(key)) return
      const secret = world.get('Secret', { namespace, name: volumes[0]?.secret?.secretName ?? '' })
      const folder = writeFiles(key, secret?.data ?? {})
      const files = [`--tls-cert-file=${join(folder, 'tls.crt')}`, `--tls-private-key-file=${join(folder, 'tls.key')}`]
      start(key, `${namespace}/${service}`, [command, ...files])
    },
  })

  return {
    services,
    controller,
    [Symbol.dispose]: () => running.forEach((process) => process.kill()),
  }
}

/** Returns ports that nothing listens at. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return server
    }),
  )
  const ports = servers.map((server) => (server.address() as { readonly port: number }).port) // it listens at one
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
