import { type Input, inputOrPath } from '../base/input/input.js'
import { code } from '../base/check/arguments.js'
import { populateShape } from '../cluster/populate/options.js'
import { type ClusterOptions, clusterOptions, issuerMembers } from '../cluster/options.js'
import type { StateOptions } from './kept-cluster.js'
import { type WebhookPlace, placeMembers } from '../model/registry/webhook-place.js'
import { type Shape, flag, must, oneOf, text, whole } from '../base/check/shape.js'
import { type MemberShapes, type MembersOf, listOf, members, requiring } from '../base/check/shapes.js'

const ORIGIN = /^(\*|https?:\/\/[^/?#\s@]+)$/i

/** Tells whether a value is an origin as browsers send it, or `*`. */
const isOrigin = (value: unknown): value is string => typeof value === 'string' && ORIGIN.test(value)

const origin: Shape<string> = {
  check: (value, path) =>
    isOrigin(value) ? [] : must(path, 'an origin such as "https://app.example.com", without a path, or "*"', value),
  schema: { type: 'string' },
}

/** The options of `serve`: what each accepts, and with that its type. */
export const serveOptions = {
  /** The port to listen on; 0, the default, picks a free one. Rejects with a StartError if it is taken. */
  port: whole(0, 65_535),
  /** The address to listen on (default `127.0.0.1`). */
  host: text,
  /**
   * Origins whose pages may send API requests (CORS), such as `https://app.example.com`, or `*` for all. It does not
   * apply to the control API (default none).
   */
  cors: listOf(origin),
  /**
   * Whether to serve HTTPS, with a self-signed certificate that the kubeconfig trusts; needs the package `selfsigned`
   * (default false).
   */
  tls: flag,
  /**
   * A file with the certificate to serve HTTPS with, in PEM, and those of its authorities after it, in place of a
   * self-signed one; takes `tlsPrivateKeyFile` and `tls`.
   */
  tlsCertFile: text,
  /** A file with the key of `tlsCertFile`, in PEM. */
  tlsPrivateKeyFile: text,
  /**
   * A file of authorities in PEM, as by kube-apiserver's `--client-ca-file`: a client that shows a certificate of
   * theirs is the user in its common name, of the groups in its organizations; takes `tls` (default none).
   */
  clientCaFile: text,
  /** A file to write the kubeconfig to, readable by its owner only (default none). */
  kubeconfig: text,
  /** The name of the context in the kubeconfig, and of its cluster and its user (default `fakecluster`). */
  context: text,
  /** Prints a line for each request; `debug` prints bodies too (default `off`). */
  log: oneOf(['off', 'requests', 'debug']),
  /**
   * Receives the output in place of standard error: the request log, and hints about clients that use the wrong profile
   * and about the first object of a kind that has no effect.
   */
  print: code<(line: string) => void>('a function that takes a line', (value) => typeof value === 'function'),
} satisfies MemberShapes

/** Where and how to serve a cluster. */
export type ServeOptions = MembersOf<typeof serveOptions>

// With the names of `WebhookPlace`.
const webhooks = requiring(
  members({ manifests: inputOrPath, ...placeMembers, certificates: text }),
  ['manifests'],
  'they are installed',
) as Shape<WebhookPlace & { readonly manifests: Input; readonly certificates?: string }>

const serviceAccountTokens = members({
  ...issuerMembers,
  /** A file with the RSA or ECDSA key that tokens are signed with, in PEM. */
  signingKeyFile: text,
  /** Files of RSA and ECDSA keys, private or public, that tokens are verified with (default: the signing key). */
  keyFiles: listOf(text),
})

// With the names of `StateOptions`.
const state = requiring(
  members({ file: text, sync: oneOf(['always', 'fsync']) }),
  ['file'],
  'the cluster is kept in it',
) as Shape<StateOptions>

/** The options that are not those of the cluster itself. */
const besides = {
  ...serveOptions,
  /**
   * The file that the cluster is kept in, readable by its owner only: what is there when the process ends, in whatever
   * way, is there at the next start, credentials included. `sync` tells when a write is kept, and answered: once the
   * system has it (`always`, the default), which outlives the process, or once the disk has it (`fsync`), which
   * outlives the machine. A cluster that goes on has the version, profile, clock and seed that it had; initial objects
   * are for a new one (default: it is kept nowhere).
   */
  state,
  /** A generated world to start with, in addition to fixtures: see `cluster.populate`. It depends on `seed`. */
  populate: populateShape,
  /**
   * A file that an event of `cluster.audit` is appended to in each line, as by kube-apiserver's `--audit-log-path`; `-`
   * is standard output. It takes `auditPolicy` (default none).
   */
  auditLogPath: text,
  /** A file of users with bearer tokens, as kube-apiserver reads it, besides those of `users`. */
  tokenAuthFile: text,
  /**
   * As of `createCluster`; the manifests can be paths, also a list of them. Without a `caBundle`, the webhooks are
   * trusted by the certificate in the folder `certificates`, where `tls.crt` and `tls.key` are written if there are
   * none that fit the address (default: where controller-runtime looks for them, `k8s-webhook-server/serving-certs` in
   * the folder for temporary files).
   */
  webhooks,
  /** As of `createCluster`; the keys are in files, in PEM. */
  serviceAccountTokens,
} satisfies MemberShapes

/** The options of a cluster where texts can be paths. */
export const fileOptions = {
  ...clusterOptions,
  crds: inputOrPath,
  fixtures: inputOrPath,
  scripts: inputOrPath,
  openapi: inputOrPath,
  auditPolicy: inputOrPath,
  admissionConfiguration: inputOrPath,
} satisfies MemberShapes

/** All options of `startCluster`. */
export const startOptions = { ...fileOptions, ...besides } satisfies MemberShapes

/**
 * Options of `startCluster`: those of `createCluster`, and where and how to serve. In `crds`, `fixtures`, `scripts` and
 * `openapi`, a string can also be the path of a file, or of a folder whose YAML and JSON files are read.
 */
export type StartOptions = Omit<ClusterOptions, 'webhooks' | 'serviceAccountTokens'> & MembersOf<typeof besides>

/** Returns the options of the cluster itself. */
export const ofCluster = (options: StartOptions): ClusterOptions =>
  Object.fromEntries(Object.entries(options).filter(([name]) => !Object.hasOwn(besides, name)))

/** Returns the options of serving. */
export const ofServing = (options: StartOptions): ServeOptions =>
  Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(serveOptions, name)))
