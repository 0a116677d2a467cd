import type { Delay } from '../../base/time/delay.js'
import type { Globs } from '../../base/text/glob.js'
import type { LabelMatch } from '../../model/select/object-match.js'

/** The containers a script applies to. An omitted field matches every container. */
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
  /** The time after its start (default at once). */
  readonly after?: Delay
  /** `Completed`, `Error`, `OOMKilled`, … (default by the exit code). */
  readonly reason?: string
  readonly message?: string
  /** How many runs end like this; later ones do as without a script (default all). */
  readonly times?: number
}

/** How pulling an image fails. */
export type ScriptedPull = {
  /** The reason the container waits with (default `ErrImagePull`). */
  readonly error?: PullError
  /** The message of the container runtime. */
  readonly message?: string
  /** How many attempts fail (default all). */
  readonly times?: number
}
/** The reason an image cannot be pulled. */
export type PullError =
  'ErrImagePull' | 'ImagePullBackOff' | 'ErrImageNeverPull' | 'InvalidImageName' | 'RegistryUnavailable'

/** A line that a container logs, once or repeatedly. */
export type LogLine = {
  readonly text: string
  /** The time after the start of the container (default at once). */
  readonly after?: Delay
  /** The period after which the line repeats. */
  readonly every?: Delay
  /** How often it is logged in all (default once; with `every`, until the container ends). */
  readonly times?: number
}

/** The output and exit code of a command. */
export type ExecResult = {
  readonly stdout?: string
  readonly stderr?: string
  /** The exit code (default 0). */
  readonly code?: number
}
/** A command executed in a container. */
export type ExecRequest = {
  readonly command: readonly string[]
  /** The whole input of the command. */
  readonly stdin: string
  readonly tty: boolean
  readonly namespace: string
  readonly pod: string
  readonly container: string
}
/** Answers commands in code. */
export type ExecHandler = (request: ExecRequest) => string | ExecResult | Promise<string | ExecResult>

/** The reply of a container to an HTTP request. */
export type HttpReply = {
  readonly status?: number
  readonly headers?: { readonly [name: string]: string }
  readonly body?: string
}
/** Answers HTTP requests in code. */
export type HttpHandler = (request: Request) => Response | Promise<Response>

/** The behaviour of a container. An omitted field has its default. */
export type ContainerPlay = {
  /** How long pulling its image takes, or how that fails. */
  readonly pull?: Delay | PullError | ScriptedPull
  /** How long after its start its startup probe succeeds. */
  readonly started?: Delay | 'never'
  /** How long after its start it is ready. */
  readonly ready?: Delay | 'never'
  /** When it stops being ready, and for how long (default for good). */
  readonly unready?: { readonly after: Delay; readonly for?: Delay }
  /** When its liveness probe begins to fail. */
  readonly unhealthy?: { readonly after: Delay }
  /** How each run ends by itself; `never` if it runs until it is stopped. */
  readonly exit?: ScriptedExit | 'never'
  /** Ends each run with code 1 (or another) this long after its start. */
  readonly crash?: { readonly every: Delay; readonly code?: number; readonly times?: number }
  /** How long it takes to stop when told to (default 1s); it is killed when its grace period ends. */
  readonly stop?: Delay | 'never'
  /** The lines it logs in each run, in order. */
  readonly logs?: readonly (string | LogLine)[]
  /** The results of commands by command line, which may be a pattern, or a function. */
  readonly exec?: { readonly [command: string]: string | ExecResult } | ExecHandler
  /** The HTTP replies by path or `METHOD /path`, which may be patterns, or a function. */
  readonly http?: { readonly [route: string]: string | HttpReply } | HttpHandler
  /**
   * Its resource usage, as reported by the metrics API: quantities, or shares of what it requests (`40%`, or a range
   * such as `20%..60%`).
   */
  readonly usage?: { readonly cpu?: string; readonly memory?: string }
}

/**
 * The behaviour of containers that agents simulate, and which containers it applies to.
 *
 * @example
 * { image: 'shop/api:*', ready: '3s..5s', logs: ['listening on :8080'], crash: { every: '10m' } }
 */
export type ContainerScript = ContainerMatch & ContainerPlay
