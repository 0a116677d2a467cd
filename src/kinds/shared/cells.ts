import { compareBytes } from '../../base/json/json.js'

const SHOWN = 3

/** Formats the first texts for a table cell, with the number of further ones; `none` if there are none. */
export function moreText(texts: readonly string[], none: string): string {
  const shown = texts.slice(0, SHOWN).join(',')
  return texts.length > SHOWN ? `${shown} + ${texts.length - SHOWN} more...` : shown || none
}

const MODES = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
] as const

/** Formats access modes for a table cell. */
export const accessModesText = (modes: readonly string[] = []): string =>
  MODES.flatMap(([mode, short]) => (modes.includes(mode) ? [short] : [])).join(',')

type IngressPoint = { readonly ip?: string; readonly hostname?: string }

/** Lists where a load balancer is reached, for a table cell: each address once, in order. */
export const ingressPoints = (points: readonly IngressPoint[] = []): readonly string[] =>
  [...new Set(points.flatMap(({ ip, hostname }) => ip || hostname || []))].sort(compareBytes)
