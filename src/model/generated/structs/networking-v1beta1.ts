// Written by `npm run generate`; not to be changed by hand.

/** The structs of networking.v1beta1, a line each. */
export const networkingV1beta1 = `
IPAddress# metadata!:metadata spec!:IPAddressSpec
IPAddressSpec parentRef?*:ParentReference
ParentReference group resource* namespace name*
ServiceCIDR# metadata!:metadata spec!:ServiceCIDRSpec status!:ServiceCIDRStatus
ServiceCIDRSpec cidrs:[]string
ServiceCIDRStatus conditions:[]meta.v1.Condition@type+type
`
