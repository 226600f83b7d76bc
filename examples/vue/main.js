import { createApp } from 'vue'
import Asset from './asset.vue'

// This code does not depend on the sandbox: the plugin handles the page's requests while Vite serves it.
createApp(Asset, { identifier: new URLSearchParams(location.search).get('asset') }).mount('#root')
