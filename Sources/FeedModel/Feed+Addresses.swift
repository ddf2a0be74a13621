extension Feed {
    /// Takes names and passwords off every address of the feed and its entries: they would pass one host off as another,
    /// and a secret among them would go wherever the link goes. Identifiers stay as they are.
    package mutating func removeUserInfo() {
        UserInfo.remove(from: &homePageURL)
        UserInfo.remove(from: &feedURL)
        UserInfo.remove(from: &icon)
        UserInfo.remove(from: &favicon)
        UserInfo.remove(from: &license)
        UserInfo.remove(from: &generator, \.url)
        UserInfo.remove(from: &authors, \.url)
        UserInfo.remove(from: &contributors, \.url)
        UserInfo.remove(from: &links, \.href)
        for index in entries.indices { entries[index].removeUserInfo() }
    }
}

extension Entry {
    fileprivate mutating func removeUserInfo() {
        UserInfo.remove(from: &url)
        UserInfo.remove(from: &image)
        UserInfo.remove(from: &authors, \.url)
        UserInfo.remove(from: &enclosures, \.url)
        UserInfo.remove(from: &links, \.href)
        guard hasRareParts else { return }
        UserInfo.remove(from: &externalURL)
        UserInfo.remove(from: &commentsURL)
        UserInfo.remove(from: &license)
        UserInfo.remove(from: &origin, \.url)
        UserInfo.remove(from: &publisher, \.url)
        UserInfo.remove(from: &contributors, \.url)
        for (name, extra) in extras {
            if case .address(let url) = extra, let bare = Address.withoutUserInfo(url) { extras[name] = .address(bare) }
        }
    }
}

/// Writes only where there is something to take off: most addresses have nothing of it.
private enum UserInfo {
    static func remove(from url: inout String?) {
        if let bare = url.flatMap(Address.withoutUserInfo) { url = bare }
    }

    static func remove<Part>(from part: inout Part?, _ url: WritableKeyPath<Part, String?>) {
        if let bare = part?[keyPath: url].flatMap(Address.withoutUserInfo) { part?[keyPath: url] = bare }
    }

    static func remove<Part>(from parts: inout [Part], _ url: WritableKeyPath<Part, String?>) {
        for index in parts.indices {
            if let bare = parts[index][keyPath: url].flatMap(Address.withoutUserInfo) {
                parts[index][keyPath: url] = bare
            }
        }
    }

    static func remove<Part>(from parts: inout [Part], _ url: WritableKeyPath<Part, String>) {
        for index in parts.indices {
            if let bare = Address.withoutUserInfo(parts[index][keyPath: url]) { parts[index][keyPath: url] = bare }
        }
    }
}
