import { schemaTrait } from '../schema/schema-trait.js'
import { isUriFormat } from '../schema/string-format.js'
import type { Schema } from '../schema/types.js'
import { loadLibrary } from './library.js'
import { isRuled } from './rules.js'

const needsParsers = schemaTrait(({ pattern, format = '' }) => pattern !== undefined || isUriFormat(format))

/**
 * Returns the `ready` of a kind that validates values by a schema: rules, patterns and the format `uri` need the
 * library.
 */
export const readyFor = (schema: Schema): { readonly ready?: typeof loadLibrary } =>
  isRuled(schema) || needsParsers(schema) ? { ready: loadLibrary } : {}
