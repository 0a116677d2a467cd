import { goQuote } from '../base/go-print.js'
import { isObject } from '../base/json.js'
import { nearest } from '../base/nearest.js'
import { defaultGates } from './gates.js'
import { profiles } from './profile.js'

/** Options as plain JavaScript may give them. */
type Given = { readonly [option in 'profile' | 'seed' | 'clock' | 'token' | 'history' | 'journal' | 'start' | 'control' | 'allowHosts']?: unknown } & {
  readonly gates?: { readonly [gate: string]: unknown }
}

/**
 * Checks what a cluster is made with.
 *
 * @throws TypeError that says what is possible
 */
export function checkSettings({ profile, seed, clock, gates, token, history, journal, start, control, allowHosts }: Given): void {
  const fail = (option: string, value: unknown, wanted: string): never => {
    throw new TypeError(`createCluster: ${option} must be ${wanted}, not ${typeof value === 'string' ? goQuote(value) : String(value)}`)
  }
  if (profile !== undefined && !Object.hasOwn(profiles, String(profile)))
    fail(
      'profile',
      profile,
      Object.keys(profiles)
        .map((name) => goQuote(name))
        .join(' or '),
    )
  if (seed !== undefined && !Number.isFinite(seed)) fail('seed', seed, 'a number')
  if (clock !== undefined && clock !== 'system' && clock !== 'virtual') fail('clock', clock, '"system" or "virtual"')
  if (start !== undefined && !(['string', 'number'].includes(typeof start) && Number.isFinite(new Date(start as string).getTime())))
    fail('start', start, 'a time such as "2024-01-01T00:00:00Z", or milliseconds since 1970')
  if (start !== undefined && clock !== 'virtual' && (clock === 'system' || seed === undefined))
    throw new TypeError("createCluster: start is for a virtual clock; add { clock: 'virtual' } or a seed")
  if (control !== undefined && typeof control !== 'boolean') fail('control', control, 'true or false')
  if (allowHosts !== undefined && !(Array.isArray(allowHosts) && allowHosts.every((name) => typeof name === 'string')))
    fail('allowHosts', allowHosts, 'a list of names')
  if (token !== undefined && typeof token !== 'string') fail('token', token, 'a text')
  for (const [name, bound] of Object.entries(isObject(history) ? history : { '': history }))
    if (bound !== undefined && !(Number.isInteger(bound) && Number(bound) > 0 && ['', 'changes', 'bytes'].includes(name)))
      fail(name ? `history.${name}` : 'history', bound, 'a whole number above 0')
  if (journal !== undefined && !(Number.isInteger(journal) && Number(journal) >= 0)) fail('journal', journal, 'a whole number, or 0 for none')
  for (const [gate, on] of Object.entries(gates ?? {})) {
    const near = nearest(gate, Object.keys(defaultGates))
    if (!Object.hasOwn(defaultGates, gate))
      throw new TypeError(
        `createCluster: there is no gate ${goQuote(gate)}${near ? `, did you mean ${near}?` : `; there are ${Object.keys(defaultGates).sort().join(', ')}`}`,
      )
    if (on !== undefined && typeof on !== 'boolean') fail(`gates.${gate}`, on, 'true or false')
  }
}
