import type { Inputs } from './inputs.js'
import { readEnums } from './openapi.js'
import { enumsByType, ownerComponents } from './structs.js'
import type { TypeFacts } from './types.js'

/** Returns the facts about types that TypeScript types can express. */
export function typeFacts(inputs: Inputs): TypeFacts {
  const { structs, named } = inputs.go
  const known = ownerComponents(inputs)
  const values = enumsByType(inputs, readEnums(inputs.definitions))
  return {
    structs,
    named,
    isRequired: (struct, member) => known(struct, member).required,
    values: (name) => values.get(name),
  }
}
