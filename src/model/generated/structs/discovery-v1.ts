// Written by `npm run generate`; not to be changed by hand.

/** The structs of discovery.v1, a line each. */
export const discoveryV1 = `
AddressType=string{FQDN,IPv4,IPv6}
Endpoint addresses!?*:[]string@set conditions!:EndpointConditions hostname? targetRef?:core.v1.ObjectReference
 deprecatedTopology:{}string nodeName? zone? hints?:EndpointHints
EndpointConditions ready?:bool serving?:bool terminating?:bool
EndpointHints forZones:[]ForZone forNodes:[]ForNode
EndpointPort^ name? protocol?:core.v1.Protocol port?:int32 appProtocol?
EndpointSlice# metadata!:metadata 4addressType!*:AddressType <36:2endpoints!?*:[]Endpoint >36:2endpoints!?:[]Endpoint
 ports!?:[]EndpointPort
ForNode name!*
ForZone name!*
`
