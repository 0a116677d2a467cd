import type { FeatureGate } from '../../../src/model/registry/feature-gates.js'

/** A scenario of kubectl, and the first minor release of kubectl that supports it. */
export type Scenario = {
  readonly title: string
  readonly since?: number
  /** Whether controllers run. */
  readonly controllers?: boolean
  /** A feature gate that it is played without and with. */
  readonly gate?: FeatureGate
}

/** Scenarios of kubectl by the number of the acceptance scenario, with a letter for parts of one. */
export const scenarios = {
  '1': { title: 'get ns, cold, with the fewest requests' },
  '2': { title: 'get -o name' },
  '3': { title: 'get of an unknown resource' },
  '4': { title: 'get of a missing object' },
  '5': { title: 'get of 1,201 objects in chunks' },
  '6': { title: 'get by labels and fields, in all namespaces' },
  '7': { title: 'get | replace, and replace of a stale object' },
  '8': { title: 'create twice' },
  '9': { title: 'create ns, in protobuf by newer ones' },
  '10': { title: 'create pdb, in protobuf by newer ones' },
  '11': { title: 'create with an unknown member: refused, with a warning, in silence' },
  '12': { title: 'apply of a new, the same, a changed object' },
  '13': { title: 'apply --server-side by two managers' },
  '14': { title: 'apply --server-side after apply' },
  '15': { title: 'diff' },
  '16': { title: 'edit' },
  '17': { title: 'patch of three types, twice' },
  '18': { title: 'label: set, again, remove, of a stale object' },
  '19': { title: 'taint: add, again, remove' },
  '20': { title: 'cordon, uncordon' },
  '21': { title: 'drain' },
  '22': { title: 'describe' },
  '23': { title: 'get -w of a collection' },
  '24': { title: 'get -w of one object' },
  '25a': { title: 'delete without finalizers', controllers: true, gate: 'WatchList' },
  '25b': { title: 'delete with a finalizer that stays', controllers: true, gate: 'WatchList' },
  '25c': { title: 'delete with a finalizer that goes', controllers: true, gate: 'WatchList' },
  '26a': { title: 'delete --cascade=foreground', controllers: true },
  '26b': { title: 'delete --cascade=orphan', controllers: true },
  '27': { title: 'delete ns --wait=false, and create in it' },
  '27b': { title: 'delete ns', controllers: true },
  '28': { title: 'wait for a condition', controllers: true, gate: 'WatchList' },
  '29a': { title: 'wait for a deletion', controllers: true },
  '29b': { title: 'wait for a creation', controllers: true, since: 31 },
  '29c': { title: 'wait for a value', controllers: true },
  '30': { title: 'watch that begins with a list', gate: 'WatchList' },
  '31a': { title: 'watch from before the history' },
  '31b': { title: 'watch from the future' },
  '31c': { title: 'wait across a restart' },
  '32': { title: 'api-resources, api-versions' },
  '32b': { title: 'explain' },
  '33': { title: 'auth can-i, auth whoami', since: 28 },
  A: { title: 'get with its own columns and orders' },
  B: { title: 'get of several objects and kinds' },
  C: { title: 'dry runs' },
  D: { title: 'the status of a node' },
  E: { title: 'raw requests' },
  F: { title: 'label, annotate and delete of many' },
  G: { title: 'replace --force' },
  H: { title: 'version' },
  I: { title: 'a value of the wrong type' },
  J: { title: 'explain from the document of version 2' },
  K: { title: 'cluster-info' },
  L: { title: 'create, scale, expose and delete of a deployment' },
  M: { title: 'create of secrets, config maps, accounts and quotas' },
  N: { title: 'describe with events and pods' },
  O: { title: 'run, and get of pods' },
  P: { title: 'custom resources' },
  Q: { title: 'rollout status, history and undo', controllers: true },
  R: { title: 'rollout pause, resume and restart, scale', controllers: true },
  S: { title: 'rollout of a stateful set: status, history, undo, restart', controllers: true },
  T: { title: 'rollout of a daemon set: status, history, undo, restart', controllers: true },
  Y: { title: 'logs, exec, and run with its output', controllers: true, since: 31 },
  Z: { title: 'port-forward, and cp, which is refused', controllers: true, since: 31 },
} as const satisfies { readonly [key: string]: Scenario }
