import type { ControlOptions, Way } from '../control/answer.js'
import type { Controls } from '../control/controlled.js'

/** Answers requests under `/_fakecluster`. */
export type Control = (request: Request, way: Way) => Promise<Response>

/** Makes the control API of a cluster, whose code is loaded at the first request for it. */
export function createControl(controls: () => Controls, options: ControlOptions): Control {
  let made: Promise<Control> | undefined
  const make = async (): Promise<Control> => (await import('../control/answer.js')).createAnswer(controls(), options)
  return async (request, way) => (await (made ??= make()))(request, way)
}
