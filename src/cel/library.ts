import { createLateLibrary, loadAll } from '../base/turns/late-library.js'
import { loadPatterns } from '../base/go/re2.js'
import { loadUrls } from '../base/text/urls.js'
import type { Engine } from './engine.js'
import type { DeviceFeatures } from './device-expression.js'
import type { Predicate } from './run/compiled.js'
import { isRuled, schemaTrait } from '../schema/schema-trait.js'
import { isUriFormat } from '../schema/string-format.js'
import type { Schema } from '../schema/types.js'

const library = createLateLibrary<Engine>(() => import('./engine.js').then(({ engine }) => engine))

/**
 * Returns the compilers of expressions.
 *
 * @throws LibraryNotLoaded while the library is not loaded
 */
export const neededEngine = library.needed

/** Loads the library for rules, once; returns undefined if it is loaded. */
export const loadEngine = library.load

/**
 * Loads the libraries for rules and patterns, once and only if there may be any; returns undefined if they are loaded.
 */
export const loadLibrary = (): Promise<void> | undefined => loadAll(LOADS)
const LOADS = [loadEngine, loadPatterns, loadUrls]

/** Tells whether rules, also in JSON, may call a function that reads patterns or URLs: these are in their names. */
export const mayParse = (rules: string): boolean => /matches|find|url|format[^"]/i.test(rules)

/**
 * Checks the expression of a selector of devices; see the engine's function of this name.
 *
 * @throws LibraryNotLoaded while the library is not loaded
 */
export const checkDeviceExpression = (expression: string, features: DeviceFeatures) =>
  neededEngine().checkDeviceExpression(expression, features)

/**
 * Compiles an expression over `object` and `oldObject`, whose fields have no types, as in admission policies.
 *
 * @throws LibraryNotLoaded while the library is not loaded
 */
export const compilePredicate = (expression: string): Predicate => neededEngine().compilePredicate(expression)

/**
 * Evaluates the rules of a schema, if it has any: see the engine's function of this name.
 *
 * @throws LibraryNotLoaded if there are rules and the engine is not loaded
 */
export const validateRules: Engine['validateRules'] = (schema, ...rest) =>
  isRuled(schema) ? neededEngine().validateRules(schema, ...rest) : []

const needsParsers = schemaTrait(
  ({ pattern, format = '', 'x-kubernetes-validations': rules = [] }) =>
    pattern !== undefined ||
    isUriFormat(format) ||
    rules.some(({ rule, messageExpression = '' }) => mayParse(rule) || mayParse(messageExpression)),
)

/**
 * Returns the `ready` of a kind that validates values by a schema: rules, patterns and the format `uri` need the
 * library.
 */
export const readyFor = (schema: Schema): { readonly ready?: typeof loadLibrary } =>
  needsParsers(schema) ? { ready: loadLibrary } : isRuled(schema) ? { ready: loadEngine } : {}
