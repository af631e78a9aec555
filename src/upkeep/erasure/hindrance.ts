/**
 * Why an order cannot be erased yet. `on-its-way`: it has not ended. `not-sent`: its certificate is still to be sent.
 * `callback-owed`: its client has not been told yet. `busy`: somebody is at work with it at this moment.
 */
export type Hindrance = 'on-its-way' | 'not-sent' | 'callback-owed' | 'busy';
