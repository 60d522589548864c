/** Whether a request moves a name here. Apart from the product, which every screen of the admins loads. */
export const isMove = (request: object): boolean => 'is_transfer' in request && request.is_transfer === true
