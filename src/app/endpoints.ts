import type { AnyContractProcedure } from '@orpc/contract'
import type { RouteMeta } from '../shared/contract.ts'
import type { Permission } from '../shared/people/permissions.ts'
import { contract } from './contract.ts'

/** An endpoint of the contract. */
export interface Endpoint {
  /** Where it stands in the contract, such as `['orders', 'review']`. */
  path: string[]
  method: string
  /** Its address below `/api`, such as `/admin/orders/{id}`. */
  address: string
  /** `visitors`: everyone. `customers`: signed-in people, for their own rows. `admins`: those who have the permission. */
  access: 'visitors' | 'customers' | 'admins'
  needs: Permission | undefined
  procedure: AnyContractProcedure['~orpc']
}

function endpointsIn(node: object, path: string[] = []): Endpoint[] {
  if (!('~orpc' in node))
    return Object.entries(node as Record<string, object>).flatMap(([name, inner]) =>
      endpointsIn(inner, [...path, name]),
    )
  const procedure = node['~orpc'] as AnyContractProcedure['~orpc']
  const { needs } = procedure.meta as RouteMeta
  const access = needs ? 'admins' : 'UNAUTHORIZED' in procedure.errorMap ? 'customers' : 'visitors'
  const { method = 'POST', path: address = '/' } = procedure.route
  return [{ path, method, address, access, needs, procedure }]
}

/** All endpoints of the contract. */
export const endpoints = endpointsIn(contract)

/** The permission that a call needs, by its method and its address below `/api` with ids. */
export function permissionForCall(method: string, called: string): Permission | undefined {
  const parts = called.split('/')
  const isAt = (address: string) => {
    const steps = address.split('/')
    return (
      steps.length === parts.length && steps.every((step, at) => step.startsWith('{') || step === parts[at])
    )
  }
  const own = endpoints.filter((one) => one.method === method)
  return (own.find(({ address }) => address === called) ?? own.find(({ address }) => isAt(address)))?.needs
}
