import { wordingNow } from '../../../base/errors/wording.js'
import { INTERNAL_STRUCTS } from '../../../model/generated/internal-structs.js'
import { kubernetesVersions, oncePerVersion, thoseOf } from '../../../model/registry/kubernetes-version.js'

/** A Go type, as far as comparing and formatting need it. */
export type GoType = About &
  (
    | { readonly kind: 'bool' | 'int' | 'string' }
    | { readonly kind: 'struct'; readonly fields: () => readonly GoField[] }
    | Holding
  )

/** A type that contains values of another type. */
export type Holding = About & {
  readonly kind: 'pointer' | 'slice' | 'map'
  readonly of: () => GoType
  readonly key?: () => GoType
}

type About = {
  /** The name as Go prints it: `[]core.Container`. */
  readonly name: string
  /** What has the String method: the value, or only a pointer to it. */
  readonly stringer?: 'value' | 'pointer'
  /** Whether values are compared as a whole, by their own Equal method. */
  readonly whole?: boolean
  /** Whether defaulting has rounded the value: quantities of lists of resources are rounded up to thousandths. */
  readonly rounded?: boolean
}

/** A field of a struct. */
export type GoField = {
  /** Its name in Go. */
  readonly name: string
  /** Its name in the JSON of the API, '' if it is inlined there. */
  readonly json: string
  readonly type: () => GoType
  /** How the struct itself is written as JSON: inline, by its name there (and not if it is empty), or by that in Go. */
  readonly written: 'inline' | 'named' | 'unlessEmpty' | 'goNamed'
}

/** Returns the type of a name in the version whose rules run. An unknown name is a fault of the generated data. */
export function goType(name: string): GoType {
  const { version } = wordingNow()
  return typesOf(kubernetesVersions.find((known) => known === version) ?? kubernetesVersions[0])(name)
}

/** Returns the types of a version by name. */
const typesOf = oncePerVersion((version) => {
  const lines = new Map(
    thoseOf(INTERNAL_STRUCTS.trim().replaceAll('\n ', ' ').split('\n'), version).map((line) => {
      const [name = '', ...words] = line.split(' ')
      return [name, thoseOf(words, version)] as const
    }),
  )
  const read = new Map<string, GoType>()

  function typeOf(name: string): GoType {
    const known = read.get(name)
    if (known) return known
    const made = readType(name)
    read.set(name, made)
    return made
  }
  const later = (name: string) => () => typeOf(name)

  function readType(name: string): GoType {
    if (name.startsWith('*')) return { kind: 'pointer', name, of: later(name.slice(1)) }
    if (name.startsWith('[]')) return { kind: 'slice', name, of: later(name.slice(2)) }
    if (name.startsWith('map[')) {
      const end = name.indexOf(']')
      return { kind: 'map', name, key: later(name.slice(4, end)), of: later(name.slice(end + 1)) }
    }
    if (name === 'bool' || name === 'string') return { kind: name, name }
    return /^u?int\d*$/.test(name) ? { kind: 'int', name } : readLine(name)
  }

  function readLine(name: string): GoType {
    const words = lines.get(name) ?? []
    const stringer = words.includes('!value') ? 'value' : words.includes('!pointer') ? 'pointer' : undefined
    const about: About = {
      name,
      ...(stringer ? { stringer } : {}),
      ...(words.includes('!equal') ? { whole: true } : {}),
    }
    const made = words.find((word) => word.startsWith('='))?.slice(1)
    if (name === RESOURCES) {
      const of = () => ({ ...typeOf('resource.Quantity'), rounded: true })
      return { kind: 'map', key: later('core.ResourceName'), of, ...about }
    }
    if (made !== undefined) return { ...readType(made), ...about }
    const fields = words.filter((word) => !word.startsWith('!')).map(readField)
    return { kind: 'struct', fields: () => fields, ...about }
  }

  function readField(word: string): GoField {
    const [name = '', json = '', type = '', written = ''] = word.split(':')
    return { name, json, type: later(type), written: WRITTEN[written] ?? 'goNamed' }
  }

  return typeOf
})

const RESOURCES = 'core.ResourceList'

const WRITTEN: { readonly [mark: string]: GoField['written'] } = { '-': 'inline', '=': 'named', '?': 'unlessEmpty' }
