import { type AdmissionPluginName, optionalPlugins } from './plugin-names.js'
import { builtInPlugins } from './plugins.js'
import type { AdmissionPlugin } from './types.js'

/** The plug-ins that are switched on and off, and custom ones. */
type PluginChoice = {
  readonly enableAdmissionPlugins?: readonly AdmissionPluginName[]
  readonly disableAdmissionPlugins?: readonly AdmissionPluginName[]
  readonly admissionPlugins?: readonly AdmissionPlugin[]
}

// Quota is charged after all other plug-ins have accepted the request.
const LAST = 'ResourceQuota'

/** Returns the chosen plug-ins, in the order they are called. */
export function choosePlugins({
  enableAdmissionPlugins: enabled = [],
  disableAdmissionPlugins: disabled = [],
  admissionPlugins: own = [],
}: PluginChoice): readonly AdmissionPlugin[] {
  const off = new Set<string>(optionalPlugins.filter((name) => !enabled.includes(name)).concat(disabled))
  const on = builtInPlugins.filter(({ name }) => !off.has(name))
  return [...on.filter(({ name }) => name !== LAST), ...own, ...on.filter(({ name }) => name === LAST)]
}
