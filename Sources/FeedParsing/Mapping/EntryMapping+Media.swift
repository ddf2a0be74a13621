import FeedModel

/// Media RSS and the iTunes module.
extension EntryMapping {
    mutating func takeMedia(_ name: ElementName, _ index: Int) {
        switch name {
        case .mediaGroup:
            for child in reader.children(of: index) { takeMedia(reader.scope.fields[child].name, child) }
        case .mediaContent: takeMediaContent(index)
        case .mediaTitle: title.offer(reader.plainText(index), rank: 3)
        case .mediaDescription: takeShort(index, rank: 4)
        case .mediaThumbnail:
            // Some feeds (note.com) write the address as text.
            takePicture(reader.address(reader.attribute(.url, index) ?? reader.text(index), index), index, rank: 1)
        case .mediaKeywords, .itunesKeywords:
            reader.addKeywords(index, to: &entry.categories)
        case .mediaCategory: addCategory(reader.mediaCategory(index))
        case .itunesCategory:
            addCategory(reader.itunesCategory(index))
            for child in reader.children(of: index) { takeMedia(reader.scope.fields[child].name, child) }
        case .mediaCredit: takeCredit(index)
        case .mediaCopyright: rights.offer(filled(index), rank: 2)
        case .mediaLicense:
            entry.license = entry.license ?? reader.address(.href, index)
        case .itunesTitle: title.offer(reader.plainText(index), rank: 2)
        case .itunesSummary: takeShort(index, rank: 3)
        case .itunesSubtitle: takeShort(index, rank: 5)
        case .noteCreator: reader.limits.append(reader.person(index), to: &noteAuthors)
        case .itunesAuthor: reader.limits.append(reader.person(index), to: &itunesAuthors)
        case .itunesImage: image.offer(reader.picture(index), rank: 0)
        case .itunesDuration: takeDuration(index)
        case .itunesExplicit: itunes.explicit = reader.explicit(index) ?? itunes.explicit
        case .itunesBlock: itunes.block = reader.flag(index) ?? itunes.block
        default: break
        }
    }

    /// Media RSS credits everybody from actor to sponsor. Only the author or writer is the entry's author.
    private mutating func takeCredit(_ index: Int) {
        guard let role = reader.keyword(.role, index), role == "author" || role == "writer" else {
            return
        }
        reader.limits.append(reader.person(index), to: &creditedAuthors)
    }

    private mutating func takeDuration(_ index: Int) {
        guard let seconds = Number.seconds(reader.textBytes(index)) else { return }
        duration = seconds
        itunes.duration = seconds
    }

    /// Takes a picture of Media RSS, with its width in pixels if there is one.
    private mutating func takePicture(_ address: String?, _ index: Int, rank: Int) {
        guard let address else { return }
        image.offer(address, rank: rank)
        if let width = reader.attributeBytes(.width, index).flatMap({ Number.whole($0) }) {
            pictures.add(address, width: width)
        }
    }

    private mutating func takeMediaContent(_ index: Int) {
        var name: String?
        for child in reader.children(of: index) {
            switch reader.scope.fields[child].name {
            case .mediaTitle: name = reader.plainText(child)
            case .mediaThumbnail, .mediaDescription, .mediaKeywords, .mediaCategory, .mediaContent:
                takeMedia(reader.scope.fields[child].name, child)
            default: break
            }
        }
        guard let address = reader.address(.url, index) else { return }
        let type = reader.mediaType(index)
        let medium = reader.keyword(.medium, index) ?? MediaType.medium(type ?? MediaType.guess(fromAddress: address))
        switch medium {
        case "image": takePicture(address, index, rank: 3)
        case "audio", "video":
            add(
                Enclosure(
                    url: address, mediaType: type,
                    size: reader.attributeBytes(.fileSize, index).flatMap(Number.size),
                    duration: reader.attributeBytes(.duration, index).flatMap(Number.seconds), title: name))
        default: break
        }
    }
}
