import type { ReactNode } from 'react'
import { STORAGE_KEY } from '../../../client/session/stored-session.ts'
import { PublicFrame } from './PublicFrame.tsx'
import { CART_KEY } from '../../orders/cart.ts'
// oxlint-disable-next-line import/default -- Vite adds the export
import liveAnswersUrl from './live-answers.ts?worker&url'

/**
 * The only script of the public pages, at most 1 KB: it enters a signed-in customer's name and the number of items in the
 * cart, and loads the live answers when somebody types into the search field. It sees the session's name as this
 * browser stored it; the dashboard checks the session itself.
 */
const script = `(()=>{let d=document,q=s=>d.querySelector(s),j=k=>{try{return JSON.parse(localStorage[k])}catch{}},u=(j("${STORAGE_KEY}")||{}).user,a=q("[data-account]"),m;if(u){m=u.user_metadata||{};a.lastChild.textContent=m.business_name||m.full_name||u.email;a.hidden=false;q("[data-visitor]").hidden=true}let c=()=>{let n=(j("${CART_KEY}")||{}).items,l=q("[data-cart]");n=n?n.length:0;if(n){l.ariaLabel=l.dataset.cart.replace("#",n);l.lastChild.textContent=n}l.lastChild.hidden=!n};c();addEventListener("cart",c);addEventListener("storage",c);let x=d.currentScript.dataset.answers,f=e=>e.target.id=="domain"&&(removeEventListener("input",f),import(x));addEventListener("input",f)})()`

/** A public page, which has no script but an inline one: after the header, so that name and cart are in the first paint. */
export const PublicPage = ({ children }: { children: ReactNode }) => (
  <PublicFrame
    // Vite bundles the file with what it imports, as it does for workers.
    afterHeader={<script data-answers={liveAnswersUrl} dangerouslySetInnerHTML={{ __html: script }} />}
  >
    {children}
  </PublicFrame>
)
