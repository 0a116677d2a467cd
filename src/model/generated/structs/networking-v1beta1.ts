// Written by `npm run generate`; not to be changed by hand.

/** The structs of networking.v1beta1, a line each. */
export const networkingV1beta1 = `
<37:IPAddress# metadata!:metadata <36:spec!:IPAddressSpec >36:2spec!*:IPAddressSpec
<37:IPAddressSpec parentRef?*:ParentReference
<37:ParentReference group resource* namespace name*
<37:ServiceCIDR# metadata!:metadata spec!:ServiceCIDRSpec status!:ServiceCIDRStatus
<37:ServiceCIDRSpec cidrs:[]string
<37:ServiceCIDRStatus conditions:[]meta.v1.Condition@type+type
`
