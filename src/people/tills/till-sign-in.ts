import type { Database } from '../../platform/database/database.ts';
import type { SignInParts } from '../sign-in/password-tries.ts';
import { createSignIn, type SignIn } from '../sign-in/sign-in.ts';
import { loginOf, readLogin } from './till-login.ts';

/** Signs in cashiers, who have logins of their shop instead of e-mail addresses. */
export const createTillSignIn = (parts: SignInParts & { db: Database }): SignIn =>
  createSignIn(parts, {
    where: 'till',
    loginIn(typed) {
      const key = readLogin(typed);
      return key && loginOf(key.supplierId, key.name);
    },
  });
