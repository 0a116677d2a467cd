/** What there is to say of components: of their members by name, and of themselves by the name ``. */
export type ComponentTexts = { readonly [component: string]: { readonly [member: string]: string } }

/** What there is to say of parameters by name: by the action of the operation, and by the name `` of all others. */
export type ParameterTexts = { readonly [parameter: string]: { readonly [action: string]: string } }

/** What documents say of the built-in kinds and of what is asked of every kind. */
export type Descriptions = { readonly components: ComponentTexts; readonly parameters: ParameterTexts }

let loaded: Descriptions | undefined

/** The descriptions. They are half a megabyte, and come with the first document that tells them. */
export const loadDescriptions = (): Descriptions | Promise<Descriptions> =>
  loaded ??
  Promise.all([
    import('../../kinds/generated/descriptions/texts.js'),
    import('../../kinds/generated/descriptions/parameters.js'),
  ]).then(
    ([{ DESCRIPTIONS }, { PARAMETERS }]) =>
      (loaded ??= {
        components: JSON.parse(DESCRIPTIONS) as ComponentTexts, // as it is written there
        parameters: JSON.parse(PARAMETERS) as ParameterTexts, // as it is written there
      }),
  )
