/**
 * Competes for a lease with @codedependant/kubernetes-leader-election, and prints a line for each event. Releases the
 * lease on SIGTERM.
 *
 * usage: node elector.mjs FOLDER-OF-THE-PACKAGE IDENTITY DURATION-IN-SECONDS RENEWAL-IN-MILLISECONDS, with KUBECONFIG in the environment
 */
import { createRequire } from 'node:module'

// Without this variable the package takes the lead without a request.
process.env.KUBERNETES_SERVICE_HOST = 'set'

const [folder, identity, duration, renewal] = process.argv.slice(2)
const { Elector, EVENTS } = createRequire(import.meta.url)(folder)

const log = {
  child: () => log,
  debug(facts) {
    if ('holder_identity' in Object(facts)) console.log(`sees ${facts.holder_identity ?? 'nobody'}`)
  },
  error: ({ code, message }) => console.log(`refused ${code ?? message}`),
}
const elector = new Elector({
  identity,
  lease_name: 'leader',
  lease_duration_sec: Number(duration),
  renew_interval_ms: Number(renewal),
  log,
})
elector.on(EVENTS.LEADERSHIP_ACQUIRED, () => console.log('leads'))
elector.on(EVENTS.LEADERSHIP_LOST, () => console.log('lost the lead'))
elector.on(EVENTS.LEASE_RENEWED, () => console.log('renewed'))
elector.start()
