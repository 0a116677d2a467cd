/** What there is to say of components: of their members by name, and of themselves by the name ``. */
export type Descriptions = { readonly [component: string]: { readonly [member: string]: string } }

let loaded: Descriptions | undefined

/** The descriptions of the built-in kinds. They are half a megabyte, and come with the first document that tells them. */
export const loadDescriptions = (): Descriptions | Promise<Descriptions> =>
  loaded ??
  import('../../kinds/generated/descriptions/texts.js').then(
    ({ DESCRIPTIONS }) => (loaded ??= JSON.parse(DESCRIPTIONS) as Descriptions), // as it is written there
  )
