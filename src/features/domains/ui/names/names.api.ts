import { createApi } from '../../../../client/api.ts'
import { namesContract } from '../../names.contract.ts'

export const namesApi = createApi('registrarNames', namesContract)

export type RegistrarName = Awaited<ReturnType<typeof namesApi.list.call>>['items'][number]
