import type { Inputs } from './inputs.js'
import { isLoaded, packageOfComponent } from './names.js'

/** Generates the unions of the documents: structs in which one field tells which of the others is set. */
export const unionsTable = ({ components }: Inputs): string => `
/** The \`x-kubernetes-unions\` of each component that has some, as JSON. */
export const UNIONS = String.raw\`{
${Object.entries(components)
  .flatMap(([name, { 'x-kubernetes-unions': unions }]) =>
    unions && isLoaded(packageOfComponent(name)) ? [[name, unions] as const] : [],
  )
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, unions]) => `${JSON.stringify(name)}:${JSON.stringify(unions)}`)
  .join(',\n')}
}\`
`
