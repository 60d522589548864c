// the service worker
