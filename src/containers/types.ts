import type { Delay } from '../base/delay.js'
import type { Globs } from '../base/glob.js'
import type { LabelMatch } from '../select/object-match.js'

/** Which containers are meant. A member left out matches every container. */
export type ContainerMatch = {
  /** The image as the pod names it: `shop/api:*`. */
  readonly image?: Globs
  /** The container's name. */
  readonly container?: Globs
  /** The pod's name. */
  readonly pod?: Globs
  /** The pod's namespace. */
  readonly namespace?: Globs
  /** Labels of the pod. */
  readonly labels?: LabelMatch
}

/** How a run of a container ends. */
export type ScriptedExit = {
  /** The exit code (default 0; 137 with the reason `OOMKilled`). */
  readonly code?: number
  /** How long after its start (default at once). */
  readonly after?: Delay
  /** `Completed`, `Error`, `OOMKilled`, … (default by the code). */
  readonly reason?: string
  readonly message?: string
  /** How many runs end so; those after them go on (default all). */
  readonly times?: number
}

/** How pulling an image fails. */
export type ScriptedPull = {
  /** The reason the container waits for (default `ErrImagePull`). */
  readonly error?: PullError
  /** What the runtime says. */
  readonly message?: string
  /** How many attempts fail (default all). */
  readonly times?: number
}
/** Why an image is not there. */
export type PullError =
  'ErrImagePull' | 'ImagePullBackOff' | 'ErrImageNeverPull' | 'InvalidImageName' | 'RegistryUnavailable'

/** One line that a container logs, or more of them. */
export type LogLine = {
  readonly text: string
  /** How long after the start of the container (default at once). */
  readonly after?: Delay
  /** Again and again, so often. */
  readonly every?: Delay
  /** How often in all (default once; with `every`, until the container ends). */
  readonly times?: number
  readonly stream?: 'stdout' | 'stderr'
}

/** What a command writes and ends with. */
export type ExecResult = {
  readonly stdout?: string
  readonly stderr?: string
  /** The exit code (default 0). */
  readonly code?: number
}
/** A command that somebody runs in a container. */
export type ExecRequest = {
  readonly command: readonly string[]
  /** What was sent to it, to its end. */
  readonly stdin: string
  readonly tty: boolean
  readonly namespace: string
  readonly pod: string
  readonly container: string
}
/** Answers commands in code. */
export type ExecHandler = (request: ExecRequest) => string | ExecResult | Promise<string | ExecResult>

/** What a container answers to a request over HTTP. */
export type HttpReply = {
  readonly status?: number
  readonly headers?: { readonly [name: string]: string }
  readonly body?: string
}
/** Answers requests in code. */
export type HttpHandler = (request: Request) => Response | Promise<Response>

/** What a container does; of a member left out nothing is said. */
export type ContainerPlay = {
  /** How long pulling its image takes, or how that fails. */
  readonly pull?: Delay | PullError | ScriptedPull
  /** How long after its start its startup probe succeeds. */
  readonly started?: Delay | 'never'
  /** How long after its start it is ready. */
  readonly ready?: Delay | 'never'
  /** When it is no longer ready, and for how long (default for good). */
  readonly unready?: { readonly after: Delay; readonly for?: Delay }
  /** When its liveness probe begins to fail. */
  readonly unhealthy?: { readonly after: Delay }
  /** How each run ends by itself. */
  readonly exit?: ScriptedExit
  /** Ends each run with code 1 (or another) so long after its start. */
  readonly crash?: { readonly every: Delay; readonly code?: number; readonly times?: number }
  /** How long it takes to stop when it is told to (default 1s); when its grace period is over it is killed. */
  readonly stop?: Delay | 'never'
  /** What it logs in each run, in order. */
  readonly logs?: readonly (string | LogLine)[]
  /** What commands answer, by the command line (patterns may stand for several), or a function. */
  readonly exec?: { readonly [command: string]: string | ExecResult } | ExecHandler
  /** What it answers over HTTP, by path or `METHOD /path` (patterns may stand for several), or a function. */
  readonly http?: { readonly [route: string]: string | HttpReply } | HttpHandler
  /** What it uses, as metrics tell. */
  readonly usage?: { readonly cpu?: string; readonly memory?: string }
}

/**
 * What containers do that a cluster's agents play, and which.
 *
 * @example
 * { image: 'shop/api:*', ready: '3s..5s', logs: ['listening on :8080'], crash: { every: '10m' } }
 */
export type ContainerScript = ContainerMatch & ContainerPlay
