import { type Environment, STORED, type Fields, type Language } from './environment.js'
import { functionsOf } from './overload.js'
import { DYN, STRING, structOf } from './type.js'

/** The name of the type of JSON patches. */
export const JSON_PATCH = 'JSONPatch'

/** Tells whether a type is that of an object, or of a field in it, by its name: `Object.spec.containers`. */
const isObjectType = (name: string): boolean => name === 'Object' || name.startsWith('Object.')

/** Tells whether messages of a type can be made, by its name. */
export const isPatchType = (name: string): boolean => name === JSON_PATCH || isObjectType(name)

const ANY_FIELD: Fields = { get: () => DYN }

// A server's error for an unknown field shows a type without a name.
const OPERATION: Fields = {
  get: (name) => (name === 'value' ? DYN : ['op', 'path', 'from'].includes(name) ? STRING : structOf('')),
}

const made = new WeakMap<Language, Language>()

/** Returns a language with the functions of JSON patches. */
function patchLanguage(language: Language): Language {
  const own = functionsOf([['jsonpatch.escapeKey(string): string']])
  const { functions } = language
  const found = made.get(language) ?? {
    ...language,
    functions: {
      has: (name) => own.has(name) || functions.has(name),
      get: (name) => own.get(name) ?? functions.get(name),
    },
  }
  made.set(language, found)
  return found
}

/** Returns an environment in which objects and JSON patches can be made (cel/mutation: DynamicTypeResolver). */
export const withPatchTypes = ({ variables, structs, language = STORED }: Environment): Environment => ({
  variables,
  structs: {
    has: (name) => isPatchType(name) || structs.has(name),
    get: (name) => (name === JSON_PATCH ? OPERATION : isObjectType(name) ? ANY_FIELD : structs.get(name)),
  },
  language: patchLanguage(language),
})
